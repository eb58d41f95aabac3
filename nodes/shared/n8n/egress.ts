import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

/** For a connection that n8n does not open itself (n8n.md: Outbound policy). Tried on 2.41; 2.30 is always on. */
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
