# awk -f readme.awk TRANSCRIPT README: the README with what stands in its console blocks replaced by the parts of the
# transcript, in their order; the parts are separated by a line with a single %.
FILENAME == ARGV[1] {
    if (!parts) parts = 1
    if ($0 == "%") ++parts
    else part[parts] = part[parts] $0 "\n"
    next
}
/^```console$/ {
    print
    printf "%s", part[++blocks]
    inside = 1
    next
}
/^```/ { inside = 0 }
!inside { print }
END {
    if (blocks == parts) exit
    print "the README has " blocks " console blocks; the transcript has " parts " parts" >"/dev/stderr"
    exit 1
}
