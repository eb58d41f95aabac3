#!/usr/bin/env bash
# Makes vectors.json with the openssl command line and sort: signed callbacks that the package's own code had no hand in
# (service.md: Callbacks). Run it in this folder: ./makeVectors.sh > vectors.json; npx oxfmt vectors.json
set -euo pipefail
export LC_ALL=C

hex() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

# The first 16 bytes, padded with NUL, as hex.
iv() { local full; full="$(hex "$1")00000000000000000000000000000000"; printf '%s' "${full:0:32}"; }

# name, client id, client secret, timestamp, nonce as JSON, content
vector() {
	local id="$2" secret="$3" timestamp="$4" nonce="${5//\"/}" data signature
	data="$(printf '%s' "$6" | openssl enc "-aes-$((${#secret} * 8))-cbc" -K "$(hex "$secret")" -iv "$(iv "$id")" -base64 -A)"
	signature="$(printf '%s\n' "$id" "$timestamp" "$nonce" "$data" | sort | tr -d '\n' | openssl dgst -sha1 -r | cut -d' ' -f1)"
	printf '{"name":"%s","keys":{"clientId":"%s","clientSecret":"%s"},' "$1" "$id" "$secret"
	printf '"body":{"signature":"%s","dataEncrypt":"%s","timestamp":%s,"nonce":%s},' "$signature" "$data" "$timestamp" "$5"
	printf '"content":%s}' "$6"
}

printf '['
vector 'AES-128, a client id shorter than the block' 'client-01' 'secret-of-16-chr' 1760000000123 '"1529"' \
	'{"_id":"64dd838cf0b6684651e90217","status":3,"type":"faceswap","url":"https://media.example.com/a.png"}'
printf ',\n'
vector 'AES-192, a client id of one block' 'client-000000016' 'secret-of-24-characters-' 1760000000456 '"9999"' \
	'{"_id":"64dd838cf0b6684651e90218","status":2,"type":"image","url":"","progress":20}'
printf ',\n'
vector 'AES-256, a client id longer than the block' 'client-with-a-long-identifier' 'a-secret-of-32-characters-it-is!' 1760000000789 '1530' \
	'{"_id":"64dd838cf0b6684651e90219","video_status":3,"type":"video translate","video":"https://media.example.com/b.mp4","deduction_credit":5}'
printf ',\n'
vector 'upper-case letters sort before lower-case ones' 'ZZ-client' 'a-secret-of-32-characters-it-is!' 1760000001000 '"aB-1"' \
	'{"_id":"64dd838cf0b6684651e9021a","status":4,"type":"talking photo","error_code":1205,"error_reason":"Gesicht nicht gefunden: größer wählen 🙂"}'
printf ',\n'
vector 'a client id of digits sorts among the numbers' '176000000' 'secret-of-24-characters-' 1760000002000 '"18"' \
	'{"_id":"64dd838cf0b6684651e9021b","status":3,"type":"avatar","url":"https://media.example.com/c.mp4"}'
printf ']\n'
