import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

/**
 * n8n's outbound policy (N8N_SSRF_PROTECTION_ENABLED) for a connection that n8n does not open itself. Tried on n8n
 * 2.41; 2.30 hands out no policy that is off (n8n.md: Outbound policy).
 */
export type Egress = ReturnType<typeof egressOf>;

export function egressOf({ helpers }: Pick<IExecuteFunctions, 'helpers'>) {
	const hasPolicy = 'getSecureEgressFilter' in helpers;
	const policy: NodeEgressFilter | undefined = hasPolicy ? helpers.getSecureEgressFilter() : undefined;
	return {
		async refusal(url: string): Promise<string | undefined> {
			try {
				const checked = await policy?.validateUrl(url);
				return checked?.ok === false ? checked.error.message : undefined;
			} catch {
				// The name could not be looked up. The connection reports that.
				return undefined;
			}
		},
		lookup: policy?.createSecureLookup(),
	};
}
