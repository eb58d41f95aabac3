import type { Locator, Page } from 'playwright-core';
import type { PLAY_ACCOUNT } from '../n8n/client';
import { byId, NodeView } from './nodeView';

const CREATOR = byId('node-creator');
const SEARCH = byId('node-creator-search-bar');

/** n8n's editor in a browser, driven as a person does it: what is on the screen is what counts. */
export class Editor extends NodeView {
	constructor(
		page: Page,
		readonly baseUrl: string,
		private readonly makeWorkflow: () => Promise<string>,
	) {
		super(page);
	}

	async signIn({ email, password }: typeof PLAY_ACCOUNT): Promise<void> {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.page.fill('input[name=emailOrLdapLoginId]', email);
		await this.page.fill('input[name=password]', password);
		await this.part('form-submit-button').click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
	}

	/** A new workflow with nothing but a trigger to start by hand, so that the panel offers what comes next. */
	async newWorkflow(): Promise<void> {
		await this.openWorkflow(await this.makeWorkflow());
		// What is added next is connected to what is selected.
		await this.nodes().first().click();
		await this.settle();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.nodes().first().waitFor();
		await this.fit();
	}

	async fit(): Promise<void> {
		await this.part('zoom-to-fit').click();
		await this.settle();
	}

	nodes(): Locator {
		return this.part('canvas-node');
	}

	/** Opens the panel of nodes and types into its search. */
	async searchNodes(query: string): Promise<void> {
		if (!(await this.page.locator(SEARCH).isVisible())) await this.part('node-creator-plus-button').click();
		await this.page.fill(SEARCH, query);
		await this.settle();
	}

	panelItem(text: string): Locator {
		return this.page.locator(CREATOR).getByText(text, { exact: true }).first();
	}

	/** Searches a node and shows its page in the panel, with its actions. */
	async showNode(name: string): Promise<void> {
		await this.searchNodes(name);
		await this.panelItem(name).click();
		await this.settle();
	}

	/** Adds a node by one of its actions, or, without one, as it is; its details are open then. */
	async addNode(name: string, action = 'Add to workflow'): Promise<void> {
		await this.showNode(name);
		await this.panelItem(action).click();
		await this.part('node-parameters').waitFor();
		await this.settle();
	}

	/** From the page of a node back to the search. */
	async backInPanel(): Promise<void> {
		await this.page.locator(`${CREATOR} header button, ${CREATOR} [class*=backButton]`).first().click();
		await this.settle();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`${byId('canvas-node')}[data-node-name="${name}"]`).dblclick();
		await this.part('node-parameters').waitFor();
		await this.settle();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').last().click();
		await this.settle();
	}

	/** Runs the workflow from its only trigger. */
	async execute(): Promise<void> {
		await this.page.locator('[data-test-id^="execute-workflow-button"]').last().click();
	}

	/** Waits until a node carries the sign of success. */
	async nodeSucceeded(name: string): Promise<void> {
		const node = this.page.locator(`${byId('canvas-node')}[data-node-name="${name}"]`);
		await node.locator(byId('canvas-node-status-success')).waitFor({ timeout: 90_000 });
		await this.settle();
	}

	/** The colours of every page that is loaded from now on. */
	async useDarkColours(isDark: boolean): Promise<void> {
		await this.page.evaluate((theme) => localStorage.setItem('N8N_THEME', theme), isDark ? 'dark' : 'light');
	}

	/** Takes away the messages at the corner, which lie over other things. */
	async closeToasts(): Promise<void> {
		const crosses = this.page.locator('.el-notification__closeBtn');
		// They come a moment after what they tell of.
		await this.page.waitForTimeout(2000);
		while ((await crosses.count()) > 0) {
			await crosses.first().click();
			await this.settle();
		}
	}

	/** A picture of the window as it is, the mouse out of the way. */
	async photograph(path: string): Promise<void> {
		await this.page.mouse.move(640, 10);
		await this.settle();
		await this.page.screenshot({ path });
	}
}
