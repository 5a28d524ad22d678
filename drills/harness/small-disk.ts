/** A disk that is soon full, in memory. Only root on Linux can mount one. */
import { execFileSync } from 'node:child_process'
import type { Resources } from './resources.ts'

/** Undefined if a small disk can be mounted. */
export const WHY_NO_DISK =
  process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'only root on Linux can mount a small disk'

/** Mounts a disk of this size on a new folder, and returns the folder. */
export function mountSmallDisk(resources: Resources, bytes: number): string {
  const folder = resources.makeFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'vialdesk-drill', folder])
  // Lazily: a process that is about to end may still have a file open.
  resources.add(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}
