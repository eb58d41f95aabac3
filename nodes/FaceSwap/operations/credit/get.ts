import { defineCall } from '../../../shared/operation';
import { quota } from '../../../shared/service/records';
import { READ_BALANCE } from '../../../shared/service/request';

export const getCredit = defineCall({
	value: 'get',
	action: 'Get credit balance',
	description: 'Get the number of credits that the account has left for face swap',
	parameters: {},
	call: async (_, { transport }) => await transport.send(READ_BALANCE, quota),
});
