import type { Locator, Page } from 'playwright-core';
import type { PLAY_ACCOUNT } from '../n8n/client';

/** The selector of a part of the screen by n8n's own test id. */
const byId = (id: string) => `[data-test-id="${id}"]`;

const CREATOR = byId('node-creator');
const SEARCH = byId('node-creator-search-bar');

/** n8n's editor in a browser, driven as a person does it: what is on the screen is what counts. */
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

	async useLightTheme(): Promise<void> {
		await this.page.evaluate(() => localStorage.setItem('N8N_THEME', 'light'));
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

	/** The part of the screen with this test id of n8n's. */
	part(id: string): Locator {
		return this.page.locator(byId(id));
	}

	/** Lets animations end: what moves is neither to be clicked nor photographed. */
	async settle(): Promise<void> {
		await this.page.waitForTimeout(600);
	}

	/** The labels of the fields on the screen, from the top. */
	async fieldLabels(): Promise<string[]> {
		const labels = await this.part('node-parameters')
			.locator(`${byId('input-label')}, label`)
			.evaluateAll((all) =>
				all.map((label) => label.querySelector('span')?.textContent ?? label.textContent),
			);
		return [...new Set(labels.map((label) => (label ?? '').trim()))].filter(Boolean);
	}

	/** Chooses an option of a field by the words on the screen. */
	async choose(field: string, option: string): Promise<void> {
		// The description of another option may have the same word.
		const starts = new RegExp(`^${option.replace(/[()]/g, '\\$&')}`);
		const chosen = this.page.getByRole('option', { name: starts }).first();
		// A click while the fields are still moving opens nothing: once more, then.
		for (let tries = 0; tries < 3 && !(await chosen.isVisible()); tries++) {
			await this.part(`parameter-input-${field}`).click();
			await this.settle();
		}
		await chosen.click();
		await this.settle();
	}

	/** Adds an entry to the list `Waiting` or `Options`. */
	async addOption(list: string, name: string): Promise<void> {
		const named = { has: this.page.getByText(list, { exact: true }) };
		const whole = this.part('node-parameters').locator('.multi-parameter').filter(named);
		await whole.getByPlaceholder('Add option').click();
		await this.settle();
		await this.page.getByRole('option', { name, exact: true }).click();
		await this.settle();
	}

	async toggle(field: string): Promise<void> {
		await this.part(`parameter-input-${field}`).locator('.el-switch, [role=switch]').first().click();
		await this.settle();
	}

	/** Types the address of a picture, a video or a sound. */
	async typeMedia(field: string, text: string): Promise<void> {
		await this.part(`resource-locator-${field}`).first().locator('input').last().fill(text);
	}

	/** Opens a dropdown that the service fills, and waits for its first entry. */
	async openList(field: string): Promise<void> {
		await this.part(`resource-locator-${field}`).locator(byId('rlc-input')).click();
		await this.part('rlc-item').first().waitFor();
		await this.settle();
	}

	async listEntries(): Promise<string[]> {
		const entries = await this.part('rlc-item').allTextContents();
		return entries.map((entry) => entry.trim());
	}

	/** Runs the open node; what comes of it is on the output side later. */
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

	/** The text of the output side, as it is read. */
	async outputText(): Promise<string> {
		return await this.part('output-panel').innerText();
	}
}
