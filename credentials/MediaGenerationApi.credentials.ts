import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { PROVE_KEYS_HEADER, putTokenOn, signIn } from '../nodes/shared/transport/token';
import { API_ROOT } from '../nodes/shared/transport/hosts';

const key = (
	displayName: string,
	name: string,
	authentication: string,
	field: Partial<INodeProperties> = { required: true },
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	...(name !== 'clientId' && { typeOptions: { password: true } }),
	default: '',
	displayOptions: { show: { authentication: [authentication] } },
	description: 'From the API credentials of your account at the service',
	...field,
});

/** With an API Key, both only verify callbacks. */
const VERIFIES = {
	description: 'Verifies signed callbacks. Without both keys, only unsigned callbacks are accepted.',
};

/** service.md: Authentication */
export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

	icon: Icon = { light: 'file:../icons/mediaGeneration.svg', dark: 'file:../icons/mediaGeneration.dark.svg' };

	documentationUrl = 'https://github.com/OWNER/n8n-nodes-media-generation#set-up-the-credential';

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
			description: 'Address of the host that detects faces, without /detect. Empty means the Base URL.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			noDataExpression: true,
			default: 'keys',
			options: [
				{ name: 'Client ID and Client Secret', value: 'keys' },
				{ name: 'API Key', value: 'apiKey' },
			],
			description: 'How your account at the service signs in',
		},
		key('API Key', 'apiKey', 'apiKey'),
		key('Client ID', 'clientId', 'keys'),
		key('Client Secret', 'clientSecret', 'keys'),
		key('Client ID', 'clientId', 'apiKey', VERIFIES),
		key('Client Secret', 'clientSecret', 'apiKey', VERIFIES),
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Owner of the Access Token', name: 'fingerprint', type: 'hidden', default: '' },
	];

	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ $credentials.baseUrl.replace(/^[\\s\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]+|[\\s\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]+$/g, "").replace(/\\/{1,20}$/, "").replace(/\\/api\\/open\\/v3$/, "") }}',
			url: `${API_ROOT}/faceswap/quota/info`,
			headers: { [PROVE_KEYS_HEADER]: 'yes' },
			// A redirect would carry the token to another host.
			disableFollowRedirect: true,
		},
	};

	/** @throws TokenError which n8n shows as it is */
	async preAuthentication(
		this: IHttpRequestHelper,
		credential: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await signIn(this.helpers.httpRequest, credential);
	}

	/** Not a method. n8n's HTTP Request node copies the credential, and the copy has no methods. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => putTokenOn(request, credential);
}
