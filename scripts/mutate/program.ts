import { resolve } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, type Snapshot } from 'typescript/unstable/sync';

/** The project of a tree as TypeScript sees it, in which files may be tried with other texts. Nothing is written. */
export interface Program {
  source(file: string): SourceFile;
  /** Whether the file itself compiles with this text: quick, and where nearly every error shows. */
  fileCompiles(file: string, text: string): boolean;
  /** Whether the whole project compiles with these texts. */
  compiles(texts: ReadonlyMap<string, string>): boolean;
  close(): void;
}

/** `files` are texts to use instead of what is on disk; without them the tree is read as it is. */
export function openProgram(tree: string, files: ReadonlyMap<string, string> = new Map()): Program {
  const root = resolve(tree);
  const texts = new Map([...files].map(([file, text]) => [resolve(root, file), text]));
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => texts.get(path),
      fileExists: (path) => texts.has(path) || undefined,
      directoryExists: (path) => [...texts.keys()].some((file) => file.startsWith(`${path}/`)) || undefined,
    },
  });
  const config = resolve(root, 'tsconfig.json');
  let snapshot: Snapshot = api.updateSnapshot({ openProjects: [config] });

  function sourceOf(file: string): SourceFile {
    const source = project(snapshot).program.getSourceFile(resolve(root, file));
    if (source === undefined) throw new Error(`${file} is not part of ${config}`);
    return source;
  }

  function project(from: Snapshot) {
    const found = from.getProject(config);
    if (found === undefined) throw new Error(`${config} can't be opened`);
    return found;
  }

  function put(changes: ReadonlyMap<string, string | undefined>): void {
    for (const [path, text] of changes) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
    }
    const next = api.updateSnapshot({ fileChanges: { changed: [...changes.keys()] } });
    snapshot.dispose();
    snapshot = next;
  }

  function withTexts(changes: ReadonlyMap<string, string>, ask: () => boolean): boolean {
    const after = new Map([...changes].map(([file, text]) => [resolve(root, file), text]));
    const before = new Map([...after.keys()].map((path) => [path, texts.get(path)]));
    put(after);
    try {
      return ask();
    } finally {
      put(before);
    }
  }

  return {
    source: sourceOf,
    fileCompiles(file, text) {
      const path = resolve(root, file);
      return withTexts(new Map([[file, text]]), () => {
        const { program } = project(snapshot);
        return program.getSyntacticDiagnostics(path).length === 0 && program.getSemanticDiagnostics(path).length === 0;
      });
    },
    compiles(changes) {
      return withTexts(changes, () => project(snapshot).program.getSemanticDiagnostics().length === 0);
    },
    // TypeScript's server may print "context canceled" here: it is stopped in the middle of getting ready for more
    close() {
      api.close();
    },
  };
}
