// Numbers as people read them, the same to the letter as src/base/number_text.cpp: window.sweetspot.numberText(value,
// digits), numberTextWithin(value, uncertainty), intervalText(lower, upper), percentText(share, digits) and
// quantityText(value, unit, digits).
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const leastPlain = 1e-4;
  const mostPlain = 1e9;
  const mostDigits = 7;
  const prefixes = [[-15, 'f'], [-12, 'p'], [-9, 'n'], [-6, 'µ'], [-3, 'm'], [0, ''], [3, 'k'], [6, 'M'], [9, 'G'],
    [12, 'T']];
  const prefixed = new Set(['m', 's', 'A', 'V', 'W', 'J', 'N', 'Pa', 'Hz', 'F', 'H', 'Ω', 'Ohm', 'ohm', 'T', 'C', 'g']);
  const power = (n) => Number(`1e${n}`);

  // Halves go to the even digit, as in C++; the browser takes them up.
  const isHalf = (digits, kept) => /^50*$/.test(digits.slice(kept));
  const evenly = (up, long, kept) => {
    if (!isHalf(long, kept)) return up;
    const down = long.slice(0, kept);
    return Number(down.at(-1)) % 2 === 0 ? down : up;
  };
  const exponential = (magnitude, decimals) => {
    const up = magnitude.toExponential(decimals);
    const [long] = magnitude.toExponential(Math.min(100, decimals + 60)).split('e');
    const [mantissa, exponent] = up.split('e');
    const kept = decimals === 0 ? 1 : decimals + 2;  // with the point
    const tail = decimals === 0 ? long.replace('.', '') : long;
    return { mantissa: evenly(mantissa, tail, kept), exponent: Number(exponent) };
  };
  const fixed = (magnitude, decimals) => {
    const up = magnitude.toFixed(decimals);
    const long = magnitude.toFixed(Math.min(100, decimals + 60));
    const point = long.indexOf('.');
    const kept = decimals === 0 ? point : point + 1 + decimals;
    return evenly(up, decimals === 0 ? long.replace('.', '') : long, kept);
  };

  const firstPlace = (magnitude, digits) => exponential(magnitude, Math.max(0, digits - 1)).exponent;
  const grouped = (whole) => whole.length <= 4 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const withGroups = (plain) => {
    const [whole, decimals] = plain.split('.');
    return grouped(whole) + (decimals === undefined ? '' : `.${decimals}`);
  };
  const withoutZeros = (text) => text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const superscript = (n) => String(n).replace('-', '⁻').replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
  const isPlain = (magnitude) => magnitude === 0 || (magnitude >= leastPlain && magnitude < mostPlain);
  const withPower = (magnitude, digits) => {
    const { mantissa, exponent } = exponential(magnitude, Math.max(0, digits - 1));
    return `${withoutZeros(mantissa)}×10${superscript(exponent)}`;
  };
  const unsignedText = (magnitude, digits) => {
    if (!isPlain(magnitude)) return withPower(magnitude, digits);
    const decimals = magnitude === 0 ? 0 : Math.max(0, digits - 1 - firstPlace(magnitude, digits));
    return withGroups(withoutZeros(fixed(magnitude, decimals)));
  };
  const withSign = (value, text) => (value < 0 && /[^0.]/.test(text) ? `−${text}` : text);

  function numberText(value, digits = 5) {
    if (Number.isNaN(value)) return 'unknown';
    if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
    return withSign(value, unsignedText(Math.abs(value), digits));
  }
  function numberTextWithin(value, uncertainty) {
    if (!(uncertainty > 0) || !Number.isFinite(uncertainty) || !Number.isFinite(value)) return numberText(value);
    const magnitude = Math.abs(value);
    const last = firstPlace(uncertainty, 2) - 1;
    const first = magnitude === 0 ? last : firstPlace(magnitude, mostDigits);
    const digits = Math.min(Math.max(first - last + 1, 1), mostDigits);
    const isTiny = magnitude < leastPlain && uncertainty < leastPlain;
    if (isTiny || magnitude >= mostPlain) return numberText(value, digits);
    const decimals = Math.max(0, Math.min(-last, mostDigits - 1 - first));
    const rounded = last > 0 ? Math.round(magnitude / power(last)) * power(last) : magnitude;
    return withSign(value, withGroups(fixed(rounded, decimals)));
  }
  function intervalText(lower, upper) {
    const half = (upper - lower) / 2;
    return `${numberTextWithin(lower, half)} … ${numberTextWithin(upper, half)}`;
  }
  const withUnit = (number, unit) => (unit ? `${number}\u00a0${unit}` : number);
  const percentText = (share, digits = 4) => withUnit(numberText(100 * share, digits), '%');
  function quantityText(value, unit, digits = 5) {
    const magnitude = Math.abs(value);
    const isAwkward = magnitude !== 0 && Number.isFinite(value) && (magnitude < 1e-3 || magnitude >= 1e5);
    if (!isAwkward || !prefixed.has(unit)) return withUnit(numberText(value, digits), unit);
    const place = firstPlace(magnitude, digits);
    const [exponent, prefix] = prefixes.findLast(([n]) => n <= place) ?? prefixes[0];
    return withUnit(numberText(value * power(-exponent), digits), prefix + unit);
  }

  Object.assign(window.sweetspot, { numberText, numberTextWithin, intervalText, percentText, quantityText });
})();
