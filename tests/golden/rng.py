"""Golden numbers of sweetspot::Rng, for tests/unit/base/rng_test.cpp: an independent Philox 4x32-10 on Python integers.

    python3 tests/golden/rng.py
"""

WORD = 0xFFFFFFFF
NUMBERS, BY_INDEX, BY_NAME, SEED = range(4)


def philox(counter, key):
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [(b >> 32) ^ counter[1] ^ key[0], b & WORD, (a >> 32) ^ counter[3] ^ key[1], a & WORD]
        key = [(key[0] + 0x9E3779B9) & WORD, (key[1] + 0xBB67AE85) & WORD]
    return counter


def block(key, counter, purpose, extra=0):
    words = philox([counter & WORD, counter >> 32, purpose, extra], [key & WORD, key >> 32])
    return words[0] | words[1] << 32, words[2] | words[3] << 32


def key_of_seed(seed):
    return block(0, seed, SEED)[0]


def split_by_index(key, index):
    return block(key, index, BY_INDEX)[0]


def split_by_name(key, name):
    letters = name.encode()
    for start in range(0, max(len(letters), 1), 8):
        key = block(key, int.from_bytes(letters[start : start + 8], "big"), BY_NAME, len(letters))[0]
    return key


def numbers(key, count):
    return [number for counter in range((count + 1) // 2) for number in block(key, counter, NUMBERS)][:count]


assert philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
root = key_of_seed(2024)
named = split_by_name(root, "golden numbers")
print("seed 2024:", *numbers(root, 3))
print('split("golden numbers"):', *numbers(named, 1))
print('split("golden numbers").split(1):', *numbers(split_by_index(named, 1), 1))
