import type { Locator, Page } from 'playwright-core';
import type { PLAY_ACCOUNT } from '../n8n/client';

/** The selector of a part of the screen by n8n's own test id. */
const byId = (id: string) => `[data-test-id="${id}"]`;

const CREATOR = byId('node-creator');
const SEARCH = byId('node-creator-search-bar');

/** n8n's editor in a browser, used like a person uses it. Only the screen counts. */
export class Editor {
	constructor(
		readonly page: Page,
		readonly baseUrl: string,
		private readonly makeWorkflow: () => Promise<string>,
	) {}

	async signIn({ email, password }: typeof PLAY_ACCOUNT): Promise<void> {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.page.fill('input[name=emailOrLdapLoginId]', email);
		await this.page.fill('input[name=password]', password);
		await this.part('form-submit-button').click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
	}

	/** A new workflow with only a manual trigger, so that the panel offers the next node. */
	async newWorkflow(): Promise<void> {
		await this.openWorkflow(await this.makeWorkflow());
		// n8n connects the next node to the selected node.
		await this.part('canvas-node').first().click();
		await this.settle();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
		await this.part('zoom-to-fit').click();
		await this.settle();
	}

	async searchNodes(query: string): Promise<void> {
		if (!(await this.page.locator(SEARCH).isVisible())) await this.part('node-creator-plus-button').click();
		await this.page.fill(SEARCH, query);
		await this.settle();
	}

	async foundNodes(): Promise<string[]> {
		const names = await this.page.locator(`${CREATOR} ${byId('node-creator-item-name')}`).allTextContents();
		return names.map((name) => name.trim());
	}

	/** Adds a node by one of its actions, or without an action. Its details are open then. */
	async addNode(name: string, action = 'Add to workflow'): Promise<void> {
		await this.searchNodes(name);
		for (const text of [name, action]) {
			await this.page.locator(CREATOR).getByText(text, { exact: true }).first().click();
			await this.settle();
		}
		await this.part('node-parameters').waitFor();
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

	/** Runs the workflow from its only trigger, until a node has the sign of success. */
	async execute(last: string): Promise<void> {
		await this.page.locator('[data-test-id^="execute-workflow-button"]').last().click();
		const node = this.page.locator(`${byId('canvas-node')}[data-node-name="${last}"]`);
		await node.locator(byId('canvas-node-status-success')).waitFor({ timeout: 90_000 });
		await this.closeToasts();
	}

	async useLightTheme(): Promise<void> {
		await this.page.evaluate(() => localStorage.setItem('N8N_THEME', 'light'));
	}

	/** Closes the messages in the corner, which cover other parts. */
	async closeToasts(): Promise<void> {
		const crosses = this.page.locator('.el-notification__closeBtn');
		// They come a moment after the event.
		await this.page.waitForTimeout(2000);
		while ((await crosses.count()) > 0) {
			await crosses.first().click();
			await this.settle();
		}
	}

	/** A picture of the window, with the mouse out of the way. */
	async photograph(path: string): Promise<void> {
		await this.page.mouse.move(640, 10);
		await this.settle();
		await this.page.screenshot({ path });
	}

	part(id: string): Locator {
		return this.page.locator(byId(id));
	}

	/** Lets animations end, because you can neither click nor photograph a moving part. */
	async settle(): Promise<void> {
		await this.page.waitForTimeout(600);
	}

	async choose(field: string, option: string): Promise<void> {
		// The description of another option may have the same words.
		const starts = new RegExp(`^${option.replace(/[()]/g, '\\$&')}`);
		const chosen = this.page.getByRole('option', { name: starts }).first();
		// A click while the fields still move opens nothing, so click again.
		for (let tries = 0; tries < 3 && !(await chosen.isVisible()); tries++) {
			await this.part(`parameter-input-${field}`).click();
			await this.settle();
		}
		await chosen.click();
		await this.settle();
	}

	async typeMedia(field: string, text: string): Promise<void> {
		await this.part(`resource-locator-${field}`).first().locator('input').last().fill(text);
	}

	/** Opens a dropdown with entries of the service, and waits for its first entry. */
	async openList(field: string): Promise<void> {
		await this.part(`resource-locator-${field}`).locator(byId('rlc-input')).click();
		await this.part('rlc-item').first().waitFor();
		await this.settle();
	}

	async listEntries(): Promise<string[]> {
		const entries = await this.part('rlc-item').allTextContents();
		return entries.map((entry) => entry.trim());
	}

	/** Runs the open node. The output side shows the result later. */
	async executeStep(): Promise<void> {
		await this.part('node-execute-button').first().click();
	}

	/** Shows the output as `JSON`, `Table`, `Schema` or `Binary`. */
	async outputView(view: string): Promise<void> {
		await this.part('output-panel')
			.locator(byId(`radio-button-${view.toLowerCase()}`))
			.click();
		await this.settle();
	}

	async viewImage(): Promise<number> {
		await this.part('output-panel').getByRole('button', { name: 'View' }).first().click();
		const image = this.page.locator(`${byId('ndv')} img, ${byId('output-panel')} img`).last();
		await image.waitFor();
		await this.settle();
		return await image.evaluate((shown) => Number(Reflect.get(shown, 'naturalWidth')));
	}

	async outputText(): Promise<string> {
		return await this.part('output-panel').innerText();
	}
}
