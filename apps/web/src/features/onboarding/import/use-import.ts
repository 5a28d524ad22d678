import { useMutation } from '@tanstack/react-query'
import type { ImportResult } from '@vialdesk/contract/import-columns'
import { useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { csvOfJson, decodeImportFile, fetchSample } from './import-file.ts'
import type { ImportKind } from './import-text.ts'

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
