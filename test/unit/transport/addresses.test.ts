import * as hosts from '../../../nodes/shared/transport/hosts';
import { TokenError } from '../../../nodes/shared/transport/tokenError';
import { testTable } from '../../support/table';

/* The addresses of the credential, and what they allow: addresses.txt has what is asked, the given, and the answer. */

const reads: Record<string, (given: string) => unknown> = {
	credential(given) {
		const { service, detection } = hosts.hostsOf(JSON.parse(given) as Record<string, unknown>);
		const paths = ['/x', '/api/open/v4/x'].map((path) => hosts.addressOf(service, path));
		return [...paths, hosts.addressOf(detection, '/detect')].join(', ');
	},
	checks(given) {
		const { service, detection } = hosts.hostsOf(JSON.parse(given) as Record<string, unknown>);
		return [service, detection].map(({ name, check }) => `${name}: ${check}`).join('. ');
	},
	private: (given) => {
		const all = given.split(' ');
		const isPrivate = (host: string) => hosts.isPrivateAddress(`http://${host}/`);
		if (all.every(isPrivate)) return 'each is private';
		return all.some(isPrivate) ? `only ${all.filter(isPrivate).join(' ')}` : 'none is private';
	},
	'can reach': (given) => hosts.canReach(...(given.split(' ') as [string, string])),
	'takes the token': (given) => {
		const of = { hosts: hosts.hostsOf({ baseUrl: 'https://a.de:8443/base', detectUrl: 'https://b.de' }) };
		hosts.refuseElsewhere(JSON.parse(given) as Record<string, unknown>, of);
		return 'yes';
	},
};

testTable([__dirname, 'addresses.txt', 2], '%s', (what = '', given = '') => {
	try {
		return String(reads[what]?.(given));
	} catch (error) {
		if (!(error instanceof TokenError)) return String(error);
		// A run does not wait for a person who corrects it.
		return Object.values((error.context as { token: object }).token).join(' / ');
	}
});
