export * from './avatars';
export { listField } from './field';
export { readLanguages, readVoices, searchLanguages, searchVoices } from './wholeLists';
