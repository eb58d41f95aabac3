export * from './avatars';
export { listField } from './field';
export { readLanguages, searchLanguages } from './languages';
export { readVoices, searchVoices } from './voices';
