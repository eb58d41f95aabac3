import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

/**
 * n8n's outbound policy (N8N_SSRF_PROTECTION_ENABLED), for a connection that n8n does not open itself. The look-up
 * never sees an address that is an IP, and the check may resolve a name to another address than the connection does
 * later. Tried on n8n 2.41. An n8n that does not hand such a policy to nodes allows every address, and so does one
 * whose policy is switched off: 2.30 hands out none then (n8n.md: Outbound policy).
 */
export type Egress = ReturnType<typeof egressOf>;

/** The outbound policy of the n8n that runs a node. */
export function egressOf({ helpers }: Pick<IExecuteFunctions, 'helpers'>) {
	const hasPolicy = 'getSecureEgressFilter' in helpers;
	const policy: NodeEgressFilter | undefined = hasPolicy ? helpers.getSecureEgressFilter() : undefined;
	return {
		/** Why a connection to an address is not allowed; undefined when it is. */
		async refusal(url: string): Promise<string | undefined> {
			try {
				const checked = await policy?.validateUrl(url);
				return checked?.ok === false ? checked.error.message : undefined;
			} catch {
				// The name could not be looked up. The connection will report that, by the look-up below.
				return undefined;
			}
		},
		lookup: policy?.createSecureLookup(),
	};
}
