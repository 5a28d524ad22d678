import { useMutation } from '@tanstack/react-query'
import type { ImportResult } from '@vialdesk/contract/people/import-columns'
import { useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import type { ImportKind } from './import-text.ts'

/** Decodes a file written by a spreadsheet in one of the usual encodings. */
export async function decodeImportFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

/** A list of objects as CSV. Its columns are the keys of all objects. Undefined if the text is no such list. */
export function csvOfJson(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed) || !parsed.every((each) => typeof each === 'object' && each !== null)) return undefined
    const rows = parsed as Record<string, unknown>[]
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    return [keys, ...rows.map((row) => keys.map((key) => row[key]))].map((cells) => cells.map(cell).join(',')).join('\r\n')
  } catch {
    return undefined
  }
}

const SAMPLE_PATH = '/data-sources/clients.json'

/** Made-up people, as if the user had chosen their file. */
async function fetchSample(): Promise<File> {
  const answer = await fetch(SAMPLE_PATH)
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return new File([await answer.blob()], 'clients.json', { type: 'application/json' })
}

interface CheckedFile {
  name: string
  csv: string
  result: ImportResult
}

const NO_LIST = 'This JSON file is no list of people. Compare it with the sample data.'
const NO_SAMPLE = 'The sample data could not be loaded. Please try again.'

const importError = (error: unknown) => (error instanceof ApiError && error.errors.csv?.join(' ')) || errorMessage(error)

/** Checks a file first, then imports exactly the checked text. */
export function useImport(kind: ImportKind) {
  const [checked, setChecked] = useState<CheckedFile>()
  const [error, setError] = useState<string>()
  const isRunning = useRef(false)
  const meta = { handlesErrors: true }
  const check = useMutation({ ...apiMutation('POST /api/v1/users/import-csv/'), meta: { ...meta, keepsScreen: true } })
  const importAll = useMutation({ ...apiMutation('POST /api/v1/users/import-csv/'), meta })
  const clear = () => {
    setChecked(undefined)
    setError(undefined)
  }
  const attempt = async (name: string, csv: string, dry_run: boolean) => {
    setError(undefined)
    try {
      const result = await (dry_run ? check : importAll).mutateAsync({ body: { kind, csv, dry_run } })
      setChecked({ name, csv, result })
    } catch (error) {
      setError(importError(error))
    }
  }
  const chooseFile = async (file: File) => {
    clear()
    const text = await decodeImportFile(file)
    const csv = /\.json$/i.test(file.name) ? csvOfJson(text) : text
    if (csv === undefined) setError(NO_LIST)
    else await attempt(file.name, csv, true)
  }
  return {
    checked,
    error,
    setError,
    clear,
    isChecking: check.isPending,
    isImporting: importAll.isPending,
    chooseFile,
    chooseSample: async () => {
      clear()
      const file = await fetchSample().catch(() => undefined)
      if (file) await chooseFile(file)
      else setError(NO_SAMPLE)
    },
    /** Blocks a second press before the screen has rendered the first. */
    startImport: async () => {
      if (!checked || isRunning.current) return
      isRunning.current = true
      await attempt(checked.name, checked.csv, false)
      isRunning.current = false
    },
  }
}
