/**
 * V8 compiles a function when it is first called, on the main thread. The files with this comment are compiled as a whole on another core while they
 * arrive, because a first screen calls most of their functions. Other browsers ignore it.
 * https://v8.dev/blog/explicit-compile-hints
 */
import type { Plugin } from 'vite'
import { chunksOf } from './chunks.ts'

const COMMENT = '//# allFunctionsCalledOnLoad\n'

/** `names` are those of the chunks. */
export function compileAtOnce(names: string[]): Plugin {
  return {
    name: 'vialdesk:compile-at-once',
    apply: 'build',
    generateBundle: {
      // The comment must be the first line, and Vite adds one of its own.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of chunksOf(bundle)) if (names.includes(chunk.name)) chunk.code = COMMENT + chunk.code
      },
    },
  }
}
