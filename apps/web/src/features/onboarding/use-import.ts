import { useMutation } from '@tanstack/react-query'
import type { ImportResult } from '@vialdesk/contract/onboarding'
import { useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { textOf } from './import-file.ts'
import type { ImportKind } from './import-words.ts'

interface Tried {
  name: string
  csv: string
  result: ImportResult
}

const whyNot = (error: unknown) => (error instanceof ApiError && error.errors.csv?.join(' ')) || errorMessage(error)

/** Checks a file first, then imports exactly the checked text. */
export function useImport(kind: ImportKind) {
  const [tried, setTried] = useState<Tried>()
  const [wrong, setWrong] = useState<string>()
  const underWay = useRef(false)
  const meta = { handlesErrors: true }
  const look = useMutation({ ...apiMutation('POST /api/v1/users/import-csv/'), meta: { ...meta, keepsScreen: true } })
  const bring = useMutation({ ...apiMutation('POST /api/v1/users/import-csv/'), meta })
  const clear = () => {
    setTried(undefined)
    setWrong(undefined)
  }
  const attempt = async (name: string, csv: string, dry_run: boolean) => {
    setWrong(undefined)
    try {
      const result = await (dry_run ? look : bring).mutateAsync({ body: { kind, csv, dry_run } })
      setTried({ name, csv, result })
    } catch (error) {
      setWrong(whyNot(error))
    }
  }
  return {
    tried,
    wrong,
    setWrong,
    clear,
    looking: look.isPending,
    bringing: bring.isPending,
    choose: async (file: File) => {
      clear()
      await attempt(file.name, await textOf(file), true)
    },
    /** Blocks a second press before the screen has rendered the first. */
    begin: async () => {
      if (!tried || underWay.current) return
      underWay.current = true
      await attempt(tried.name, tried.csv, false)
      underWay.current = false
    },
  }
}
