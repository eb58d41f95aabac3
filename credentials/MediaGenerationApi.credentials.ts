import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { addressesOf, API_ROOT } from '../nodes/shared/transport/addresses';
import {
	exchanged,
	PROVE_KEYS_HEADER,
	putTokenOn,
	toBeProven,
} from '../nodes/shared/transport/authentication';
import { proveDetectionHost } from '../nodes/shared/transport/detectionHost';
import { fingerprintOf, readKeyPair } from '../nodes/shared/transport/keyPair';
import { fetchToken } from '../nodes/shared/transport/token';

/** A sentence for a code that comes with HTTP 200 (service.md: Errors). */
const whenCode = (value: number, message: string): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key: 'code', value, message },
});

const whenMoved = (value: number): IAuthenticateRuleResponseCode => ({
	type: 'responseCode',
	properties: {
		value,
		message: `The service has moved to another address (HTTP ${value}). Enter the new one as the Base URL, often https:// for http://`,
	},
});

/** Sentences for answers of the credential test that n8n would accept as good, or would not explain. */
const TEST_RULES: Array<IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody> = [
	...[301, 302, 303, 307, 308].map(whenMoved),
	whenCode(
		1101,
		'The service gave a token and does not accept it. Try again, and ask its support if it persists',
	),
	whenCode(
		1102,
		'The service did not get the token. Check that no proxy between n8n and the service removes the Authorization header',
	),
	whenCode(1200, 'The account is banned. Ask the support of the service'),
];

/** The account at the media generation service (service.md: Authentication), and the token it was exchanged for. */
export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

	icon: Icon = { light: 'file:../icons/mediaGeneration.svg', dark: 'file:../icons/mediaGeneration.dark.svg' };

	documentationUrl = 'https://example.com/n8n-nodes-media-generation#the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: `Address of the service, without ${API_ROOT}`,
		},
		{
			displayName: 'Face Detection URL',
			name: 'detectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://detect.example.com',
			description:
				'Address of the host that detects faces, without /detect. Leave empty when it is the Base URL',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'From the API credentials of your account at the service',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'From the API credentials of your account at the service',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Owner of the Access Token',
			name: 'fingerprint',
			type: 'hidden',
			default: '',
		},
	];

	/**
	 * The header makes n8n exchange the key pair anew, so that the test proves the pair on the screen.
	 * preAuthentication then says what is wrong with the pair or the address.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/\\/{1,9}$/, "").replace(/\\/api\\/open\\/v3$/, "") }}',
			url: `${API_ROOT}/faceswap/quota/info`,
			headers: { [PROVE_KEYS_HEADER]: 'yes' },
			// It would carry the token to another host.
			disableFollowRedirect: true,
		},
		// n8n takes both kinds of rules in one list; its type does not say so.
		rules: TEST_RULES as IAuthenticateRuleResponseSuccessBody[],
	};

	/**
	 * Exchanges the key pair for a token, which n8n stores in the credential with the fingerprint of the pair. In a
	 * test of the credential it also asks the face detection host: n8n's own test sends one request, to the service.
	 * @throws TokenError or AddressError, which n8n shows as they are.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credential: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const keys = readKeyPair(credential);
		addressesOf(credential);
		const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> =>
			await this.helpers.httpRequest(options);
		let accessToken = typeof credential.accessToken === 'string' ? credential.accessToken : '';
		if (!exchanged.has(credential)) {
			const hadOne = credential.fingerprint === fingerprintOf(keys);
			const { token, isNew } = await fetchToken(httpRequest, keys, accessToken, hadOne);
			if (isNew) exchanged.add(credential);
			accessToken = token;
		}
		if (toBeProven.has(credential)) await proveDetectionHost(httpRequest, credential, accessToken);
		return { accessToken, fingerprint: fingerprintOf(keys) };
	}

	/** A property, not a method: n8n's HTTP Request node copies the credential, and the copy has no methods. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => putTokenOn(request, credential);
}
