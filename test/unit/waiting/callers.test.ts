import { allowedStrategy } from '../../../nodes/shared/waiting/callers';
import { strategyOf } from '../../../nodes/shared/async/waitMethods';
import { Failure } from '../../../nodes/shared/service/failure';
import { testTable } from '../../support/table';

const mockFacts = jest.fn();
jest.mock('../../../nodes/shared/n8n/executionFacts', () => ({ factsOf: () => mockFacts() }));

const USUAL = { mode: 'trigger', executionId: '71', hasStack: true, isSaved: true, triggers: [] };
const HERE = 'https://n8n.example.com/webhook-waiting/7?signature=x';

testTable([__dirname, 'callers.txt', 3], '%s: %s', async (_, method = '', text = '') => {
	const { resumeUrl = HERE, service = 'https://api.example.com', ...facts } = JSON.parse(text || '{}');
	mockFacts.mockReturnValue({ ...USUAL, ...facts });
	const logs: string[] = [];
	const logger = { debug: (message: string) => logs.push(message) };
	const context = { logger, evaluateExpression: () => resumeUrl };
	const tools = { context, serviceUrl: async () => service };
	const allowed = await allowedStrategy(tools as never, strategyOf(method)).catch((error: Failure) => error);
	if (allowed instanceof Failure) {
		const { description, ...details } = allowed.details;
		return `${allowed.message}. ${description} ${JSON.stringify(details)}`;
	}
	const { strategy, wakeUpUrl, storesAtOnce } = allowed;
	return [strategy.value, storesAtOnce && 'saved at once', wakeUpUrl, ...logs].filter(Boolean).join('; ');
});
