import { normalizeAddress, isPrivateAddress } from '../../../nodes/shared/transport/hosts';

test.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com/ ', 'https://api.example.com'],
	['HTTPS://API.example.com//', 'https://api.example.com'],
	['http://127.0.0.1:8080/base/', 'http://127.0.0.1:8080/base'],
	['https://api.example.com/api/open/v3', 'https://api.example.com'],
	['https://example.com/proxy/api/open/v3/', 'https://example.com/proxy'],
])('%p is read as %p', (pasted, address) => {
	expect(normalizeAddress(pasted, 'Base URL')).toBe(address);
});

const ODD = [
	'https://u@a.com',
	'https://:p@a.com',
	'https://a.com/?b',
	'https://a.com/?b=1',
	'https://a.com/#b',
];
test.each(['', undefined, 7, 'ftp://example.com', 'https://', ...ODD])(
	'%p is refused with the name of its field',
	(pasted) => {
		// A run does not wait for a person who corrects it.
		const token = expect.objectContaining({ next: 'fixCredential' });
		const message = expect.stringContaining('Face Detection URL in the credential');
		const refusal = expect.objectContaining({ message, context: { token } });
		expect(() => normalizeAddress(pasted, 'Face Detection URL')).toThrow(refusal);
	},
);

test('an invisible character in an address of the credential is named, and around it left out', () => {
	expect(normalizeAddress('\u202Ahttps://api.example.com\u202C', 'Base URL')).toBe('https://api.example.com');
	expect(() => normalizeAddress('https://api.exam\u00ADple.com', 'Base URL')).toThrow(
		'The Base URL in the credential has the invisible character U+00AD in it',
	);
});

test.each([
	[true, 'localhost:5678 127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.178.20:5678 169.254.1.1 100.64.0.1'],
	[true, '[::1]:5678 [fd12:3456::1] [fe80::1] [::ffff:192.168.0.1] [::ffff:127.0.0.1]'],
	[true, '[::] [::ffff:100.64.0.1] [::10.0.0.1] [64:ff9b::192.168.0.1] [64:ff9b::7f00:1] [2002:a00:1::1]'],
	[true, '[2002:a9fe::] [fec0::1] [fe80::1] [ff02::1] 198.18.0.1 198.19.255.255 224.0.0.251 255.255.255.255'],
	[true, 'nas.local n8n.internal LOCALHOST. n8n.home.arpa files.corp www.intranet'],
	[false, 'n8n.example.com 172.32.0.1 172.15.0.1 192.169.0.1 100.128.0.1 10.example.com'],
	[
		false,
		'[2001:db8::1] [::ffff:8.8.8.8] [64:ff9b::8.8.8.8] [2002:808:808::1] 198.20.0.1 223.1.1.1 arpa.com',
	],
])('an address on a private network is detected (%p): %s', (isPrivate, hosts) => {
	const all = hosts.split(' ');
	expect(all.filter((host) => isPrivateAddress(`http://${host}/`) !== isPrivate)).toEqual([]);
});
