export { z } from 'zod/v3';
