import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import type * as Runner from '../../nodes/shared/run';
import type * as Waker from '../../nodes/shared/waiting/wakeUp';
import { root } from './build';

/**
 * A node type from its own modules, as in another process. Modules that it would load in its first run are loaded
 * immediately, because jest would take them from the modules of the test.
 */
export function freshNode(type: string): INodeType {
	const short = type.split('.').at(-1) ?? '';
	const name = short.charAt(0).toUpperCase() + short.slice(1);
	let made: INodeType | undefined;
	jest.isolateModules(() => {
		const file = join(root, `dist/nodes/${name}/${name}.node.js`);
		const exported: Record<string, new () => INodeType> = require(file);
		const NodeClass = exported[name];
		if (NodeClass === undefined) return;
		made = new NodeClass();
		if (made.execute === undefined) return;
		const { runNode }: typeof Runner = require(join(root, 'dist/nodes/shared/run/index.js'));
		const { resources }: { resources: Resource[] } = require(file);
		made.execute = async function () {
			return await runNode(this, resources);
		};
		const { wakeUpWebhook }: typeof Waker = require(join(root, 'dist/nodes/shared/waiting/wakeUp.js'));
		made.webhook &&= wakeUpWebhook;
	});
	if (made === undefined) throw new Error(`No class ${name}`);
	return made;
}
