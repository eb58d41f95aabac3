import {
	NodeHelpers,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

/** The node types that workflows of a test can use: the package's nodes, substitutes for n8n's nodes, and fakes. */
export class TestNodeTypes implements INodeTypes {
	private readonly types = new Map<string, INodeType | IVersionedNodeType>();

	add(types: Iterable<readonly [string, INodeType | IVersionedNodeType]>): void {
		for (const [name, type] of types) this.types.set(name, type);
	}

	getByName(name: string): INodeType | IVersionedNodeType {
		const type = this.types.get(name);
		if (type === undefined) throw new Error(`No node type ${name} here: give a fake for it in "replace"`);
		return type;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}
