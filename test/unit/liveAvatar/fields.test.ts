import { chatParameters } from '../../../nodes/LiveAvatar/chatParameters';
import { fieldsIn } from '../../../nodes/shared/operation/parameters/builders';

const chatFields = fieldsIn(chatParameters);

test('a message begins with the question and ends with the addresses, which come by themselves', () => {
	const names = chatFields.map(({ name }) => name);
	expect(names[0]).toBe('question');
	expect(names.slice(-2)).toEqual(['clientChatRoomUrl', 'serverChatRoomUrl']);
	const [{ default: client, ...rest } = { default: undefined }, server] = chatFields.slice(-2);
	expect(rest).toMatchObject({ required: true });
	expect([client, server?.default]).toEqual([
		'={{ $json.streamUrls.clientChatRoomUrl }}',
		'={{ $json.streamUrls.serverChatRoomUrl }}',
	]);
});
