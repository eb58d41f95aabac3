export * from './avatars';
export { readLanguages, searchLanguages } from './languages';
export { readVoices, searchVoices } from './voices';
