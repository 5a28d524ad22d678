/** Looks at PDFs with poppler, as a reader other than the one that made them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

function run(program: string, pdf: Buffer, args: (file: string) => string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-poppler-'))
  try {
    const file = path.join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    return execFileSync(program, args(file), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`This test needs ${program}: install poppler-utils.`)
    // pdfsig ends with a failure for a file that it calls broken; its words are what is asked for.
    return `${(error as { stdout?: string }).stdout ?? ''}${(error as { stderr?: string }).stderr ?? ''}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What pdfsig says of each signature. Whether it knows the issuer is left out. */
export const pdfSignatures = (pdf: Buffer): string[] =>
  run('pdfsig', pdf, (file) => ['-nocert', file])
    .split(/^Signature #\d+:$/m)
    .slice(1)

/** The text, in its layout. */
export const pdfText = (pdf: Buffer): string => run('pdftotext', pdf, (file) => ['-layout', file, '-'])

export const isValid = (signature: string | undefined): boolean => signature?.includes('Signature is Valid.') === true
