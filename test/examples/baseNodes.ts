/**
 * The nodes of n8n that examples may use, with versions that every n8n 2 has. An older n8n can't import a workflow with a
 * newer node.
 */
export const baseNodes: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
	`aggregate 1, errorTrigger 1, executeWorkflow 1 1.1 1.2 1.3, filter 2 2.1 2.2 2.3, form 1 2.3,
	formTrigger 2 2.1 2.2 2.3, googleDrive 3, googleSheets 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7, httpRequest 3 4 4.1 4.2,
	if 2 2.1 2.2 2.3, limit 1, manualTrigger 1, readWriteFile 1 1.1, removeDuplicates 1 1.1 2, respondToWebhook 1 1.1,
	rssFeedRead 1 1.1 1.2, scheduleTrigger 1 1.1 1.2 1.3, set 3 3.1 3.2 3.3 3.4, slack 2 2.1 2.2 2.3 2.4, splitOut 1,
	stickyNote 1, stopAndError 1, switch 3 3.1 3.2 3.3 3.4, wait 1 1.1, webhook 1 1.1 2`
		.split(/,\s+/)
		.map((line) => line.split(' '))
		.map(([name = '', ...versions]) => [name, versions.map(Number)]),
);

/** n8n's own tables. */
export const tableNodes: Readonly<Record<string, readonly number[]>> = { 'n8n-nodes-base.dataTable': [1.1] };

/** The nodes of an agent, with human review for its tools. */
export const agentNodes: Readonly<Record<string, readonly number[]>> = {
	'@n8n/n8n-nodes-langchain.agent': [3.1],
	'@n8n/n8n-nodes-langchain.chatTrigger': [1.1],
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': [1.2],
	'n8n-nodes-base.executeWorkflowTrigger': [1.1],
	'n8n-nodes-base.telegramHitlTool': [1.2],
};
