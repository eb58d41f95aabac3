import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Session } from 'node:inspector';
import { writeFileSync } from 'node:fs';
const root = process.cwd();
const fix = (p: string) => require(join(root, p));
(async () => {
  const { chain, node, startEngine } = fix('test/support/engine');
  const { DataDeduplicationService } = require(require.resolve('n8n-core', { paths: [root] }));
  let table: any; try { table = fix('test/support/keyStore').KeyStoreTable; } catch {}
  const dir = require('fs').existsSync(join(root, 'test/tools/bench')) ? 'test/tools/bench' : 'test/bench';
  const service = fork(join(root, dir, 'itemsService.ts'), [], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(service, 'message')) as any;
  const at = `http://127.0.0.1:${port}`;
  const engine = await startEngine({ emulator: { baseUrl: at, detectUrl: at, clientId: 'client-identifier', clientSecret: 'client-secret-16' } });
  if (table && !process.env.NOSTORE) void DataDeduplicationService.init(new table());
  const FACE = { path: 'https://example.com/face.png', opts: '10,10:20,10:15,15:15,20' };
  const json = node('Node', 'faceSwap', { resource: 'faceSwap', operation: 'swapImage', whichFaces: 'provided', modifyImage: '={{ $json.picture }}', targetImage: JSON.stringify([FACE]), sourceImage: JSON.stringify([FACE]), downloadResult: false, options: { maxConcurrent: 20 } });
  const run = async (n: number) => {
    const input = Array.from({ length: n }, (_, row) => ({ json: { row, picture: `https://example.com/${row}.png`, text: 'x'.repeat(500) } }));
    const before = process.cpuUsage();
    const result = await engine.run(chain(json), { input, ...(process.env.UNSAVED && { workflowId: "__EMPTY__" }) });
    const { user, system } = process.cpuUsage(before);
    if (result.error || result.output('Node').length !== n) throw new Error('no');
    return (user + system) / n;
  };
  await run(500);
  const s = new Session(); s.connect();
  const prof = process.env.PROF;
  if (prof) { await new Promise((r) => s.post('Profiler.enable', r as any)); await new Promise((r) => s.post('Profiler.setSamplingInterval', { interval: 500 }, r as any)); await new Promise((r) => s.post('Profiler.start', r as any)); }
  const N = Number(process.env.N ?? 10000);
  console.log((await run(N)).toFixed(0));
  if (prof) await new Promise<void>((r) => s.post('Profiler.stop', (_e: any, { profile }: any) => { writeFileSync(prof, JSON.stringify(profile)); r(); }));
  await engine.close(); service.kill(); process.exit(0);
})();
