import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import type { EditorAction } from '../state/editor-reducer.ts'
import { type EditorState, hasUnsavedChanges } from '../state/editor-state.ts'
import { firstProblem } from '../state/field-text.ts'
import { fetchDraft, isLinkOver } from './editor-session.ts'

type Failure = { kind: 'other' | 'conflict' | 'expired'; text: string }

interface FailureOptions {
  textOf?: (error: unknown) => string
  /** Whether a conflict means that someone else saved a version. */
  savesVersion?: boolean
}

function failureOf(error: unknown, { textOf = errorMessage, savesVersion = false }: FailureOptions): Failure {
  if (isLinkOver(error)) return { kind: 'expired', text: 'This editor link has expired. Your last changes are not saved.' }
  if (savesVersion && error instanceof ApiError && error.code === 'conflict')
    return { kind: 'conflict', text: 'Someone else saved a newer version. Your changes are not saved.' }
  const [fieldError] = error instanceof ApiError ? Object.values(error.errors) : []
  return { kind: 'other', text: fieldError?.[0] ?? textOf(error) }
}

/** The message of the last call. A failure is forgotten with its session: a renewed link may succeed. */
function useResult(session: string) {
  const [result, setResult] = useState<{ done?: string; failure?: Failure & { session: string } }>({})

  const fail = (failure: Failure) => setResult({ failure: { ...failure, session } })

  /** Resolves to whether the work succeeded. */
  const run = async (work: () => Promise<string>, options: FailureOptions = {}): Promise<boolean> => {
    setResult({})
    try {
      setResult({ done: await work() })
      return true
    } catch (error) {
      fail(failureOf(error, options))
      return false
    }
  }

  const { done, failure } = result
  return { done, failure: failure?.session === session ? failure : undefined, fail, run }
}

/** What happened to the fields when the PDF was replaced. */
function replacedText(removed: number): string {
  if (removed === 0) return 'The PDF was replaced. All fields were kept.'
  const fields =
    removed === 1
      ? '1 field was removed, because its page no longer exists'
      : `${removed} fields were removed, because their pages no longer exist`
  return `The PDF was replaced. ${fields}.`
}

/** The editor shows failures itself, and nothing else on screen depends on its calls. */
const meta = { handlesErrors: true, keepsScreen: true }
const guest = { asGuest: true }

function useMutations(session: string) {
  return {
    save: useMutation({ ...apiMutation('POST /api/v1/template-editor/save/', guest), meta }),
    replace: useMutation({ ...apiMutation('POST /api/v1/template-editor/replace-pdf/', guest), meta }),
    test: useMutation({ ...apiMutation('POST /api/v1/template-editor/test-send/', guest), meta }),
    load: useMutation({ mutationFn: (version?: number) => fetchDraft(session, version), meta }),
  }
}

/** All calls that change the template. One runs at a time. */
export function useEditorCalls(session: string, state: EditorState, dispatch: Dispatch<EditorAction>) {
  const mutations = useMutations(session)
  const { done, failure, fail, run } = useResult(session)

  /** Returns the version. Does nothing without changes. */
  const saveFields = async (): Promise<number> => {
    const sent = state.history.fields
    if (!hasUnsavedChanges(state)) return state.version
    const draft = await mutations.save.mutateAsync({ body: { session, fields: [...sent], based_on: state.version } })
    dispatch({ type: 'saved', sent, draft })
    return draft.version
  }

  /** Selects the first field that the server would refuse, and does not call it. */
  const runIfComplete = (work: () => Promise<string>): Promise<boolean> => {
    const problem = firstProblem(state.history.fields)
    if (!problem) return run(work, { savesVersion: true })
    dispatch({ type: 'select', ids: [problem.id] })
    fail({ kind: 'other', text: `Nothing was saved. ${problem.text}` })
    return Promise.resolve(false)
  }

  const replacePdf = async (file: File) => {
    const draft = await mutations.replace.mutateAsync({ body: { session, file, based_on: await saveFields() } })
    const said = replacedText(draft.removed_fields)
    dispatch({ type: 'open', draft, said })
    return said
  }
  const save = () => runIfComplete(async () => `Saved as version ${await saveFields()}.`)
  /** Of the saved version, so the changes are saved first. */
  const sendTest = async () =>
    (!hasUnsavedChanges(state) || (await save())) &&
    run(async () => (await mutations.test.mutateAsync({ body: { session } })).message)
  const loadVersion = async (version: number) => {
    const { fields } = await mutations.load.mutateAsync(version)
    dispatch({ type: 'loadFields', fields, version })
    return `The fields of version ${version} are loaded. Save to use them.`
  }
  /** After a conflict. */
  const takeNewest = async (keepOwn: boolean) => {
    const draft = await mutations.load.mutateAsync(undefined)
    const said = `Version ${draft.version} is open.`
    dispatch(keepOwn ? { type: 'rebase', draft } : { type: 'open', draft, said })
    return keepOwn ? `Your fields are now based on version ${draft.version}. Save to use them.` : said
  }

  return {
    failure,
    done,
    saving: mutations.save.isPending,
    busy: Object.values(mutations).some(({ isPending }) => isPending),
    save,
    sendTest,
    replacePdf: (file: File) => runIfComplete(() => replacePdf(file)),
    loadVersion: (version: number) => run(() => loadVersion(version), { textOf: readErrorMessage }),
    takeNewest: (keepOwn: boolean) => run(() => takeNewest(keepOwn), { textOf: readErrorMessage }),
  }
}
