import type { Locator, Page } from 'playwright-core';

/** The selector of a part of the screen by n8n's own test id. */
export const byId = (id: string) => `[data-test-id="${id}"]`;

/** The details of one node: what it asks for, and what came in and out. */
export class NodeView {
	constructor(readonly page: Page) {}

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
