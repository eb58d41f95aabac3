import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	UserError,
	getCredentialOwnRequestAllowedDomains,
	Workflow,
	isExpression,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

interface Stored {
	name: string;
	type: string;
	json: string;
}

/** Credentials in memory, handled step by step as n8n's server handles credentials in its database. */
export class TestCredentialsHelper extends ICredentialsHelper {
	/** Called before n8n reads a credential. If it throws, n8n's database can't be reached. */
	onRead: () => void = () => {};
	private readonly stored: Map<string, Stored>;
	/** What credentials become whose expressions, if any, take nothing from a run, by their fields. */
	private readonly resolved = new Map<string, string>();

	constructor(
		private readonly types: ReadonlyMap<string, ICredentialType>,
		private readonly nodeTypes: INodeTypes,
		/** The credentials of another process with the same database. */
		other?: TestCredentialsHelper,
	) {
		super();
		this.stored = other?.stored ?? new Map();
	}

	/** Saves a credential as the editor does, with defaults for missing fields. */
	save(id: string, type: string, name: string, data: ICredentialDataDecryptedObject): void {
		this.stored.set(id, { name, type, json: JSON.stringify({ ...this.defaultsOf(type), ...data }) });
	}

	delete(id: string): void {
		this.stored.delete(id);
	}

	read(id: string): ICredentialDataDecryptedObject {
		return JSON.parse(this.entry(id).json);
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.typeOf(type).properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const type = this.typeOf(typeName);
		if (typeof type.authenticate === 'function') return await type.authenticate(credentials, requestOptions);
		if (type.authenticate !== undefined) throw new Error('Only functions authenticate in these tests');
		return requestOptions;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		);
		if (expirable === undefined || type.preAuthentication === undefined) return undefined;
		// n8n also means to do this in a credential test, but compares with a node type that the test does not have.
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;

		const httpRequest: IHttpRequestHelper['helpers']['httpRequest'] = async (options) => {
			const allowedDomains = getCredentialOwnRequestAllowedDomains(credentials);
			return await helpers.helpers.httpRequest({ ...options, ...(allowedDomains && { allowedDomains }) });
		};
		const output = await type.preAuthentication.call({ helpers: { httpRequest } }, credentials);
		if (output[expirable.name] === undefined || node.credentials === undefined) return undefined;
		const details = node.credentials[typeName];
		if (details === undefined) return undefined;
		const before = this.read(this.idOf(details));
		const after: ICredentialDataDecryptedObject = { ...before };
		for (const [key, value] of Object.entries(output)) {
			if (key === expirable.name || !isExpression(before[key])) Object.assign(after, { [key]: value });
		}
		await this.updateCredentials(details, typeName, after);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Stored credentials are not handed out here');
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.onRead();
		const { json } = this.entry(this.idOf(details));
		const known = raw === true ? json : this.resolved.get(type + json);
		if (known !== undefined) return JSON.parse(known);
		return this.resolve(additionalData, JSON.parse(json), type, mode, executeData, values);
	}

	/** Fills in defaults, drops undeclared fields, and resolves expressions. */
	resolve(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		values?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const json = JSON.stringify(data);
		const stored: INodeParameters = JSON.parse(json);
		const properties = this.getCredentialsProperties(type);
		const { allowedHttpRequestDomains, allowedDomains } = stored;
		const declared = NodeHelpers.getNodeParameters(properties, stored, true, false, null, null);
		// n8n adds these two to each credential.
		const all = { ...declared, allowedHttpRequestDomains, allowedDomains };
		const keys = getAdditionalKeys(additionalData, mode, null);
		const { nodeTypes } = this;
		const none = { nodes: [], connections: {}, active: false, nodeTypes };
		const { expression } = values?.workflow ?? new Workflow(none);
		const resolved =
			values === undefined
				? expression.getComplexParameterValue(mockNode, all, mode, keys, undefined, undefined, all)
				: expression.getParameterValue(
						all,
						values.runExecutionData,
						values.runIndex,
						values.itemIndex,
						values.node.name,
						values.connectionInputData,
						mode,
						keys,
						executeData,
						false,
						all,
					);
		const text = JSON.stringify(resolved);
		if (!json.includes('$')) this.resolved.set(type + json, text);
		return JSON.parse(text);
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const id = this.idOf(details);
		this.stored.set(id, { ...this.entry(id), type, json: JSON.stringify(data) });
	}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	private defaultsOf(type: string): ICredentialDataDecryptedObject {
		const entries = this.getCredentialsProperties(type).map(({ name, default: value }) => [name, value]);
		return Object.fromEntries(entries);
	}

	private typeOf(name: string): ICredentialType {
		const type = this.types.get(name);
		if (type === undefined) throw new Error(`No credential type ${name} here`);
		return type;
	}

	private entry(id: string): Stored {
		const entry = this.stored.get(id);
		if (entry === undefined) throw new UserError(`Credential with ID "${id}" does not exist`);
		return entry;
	}

	private idOf({ id, name }: INodeCredentialsDetails): string {
		if (id === null) throw new Error(`Credential "${name}" has no ID`);
		return id;
	}
}

const mockNode: INode = {
	id: 'mock',
	name: '',
	typeVersion: 1,
	type: 'mock',
	position: [0, 0],
	parameters: {},
};
