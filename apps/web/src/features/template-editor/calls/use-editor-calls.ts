import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/format/error-message.ts'
import { type EditorAction, type EditorState, hasUnsavedChanges } from '../state/editor-state.ts'
import { firstProblem } from '../state/field-problems.ts'
import { fetchDraft, isLinkOver } from './editor-session.ts'
import { removedText } from './removed-text.ts'

export type Failure = { kind: 'other' | 'conflict' | 'expired'; text: string }

/** The editor shows failures itself, and nothing else on screen depends on its calls. */
const meta = { handlesErrors: true, keepsScreen: true }
const guest = { asGuest: true }

function failureOf(error: unknown, textOf: (error: unknown) => string): Failure {
  if (isLinkOver(error)) return { kind: 'expired', text: 'This editor link has expired. Your last changes are not saved.' }
  if (error instanceof ApiError && error.code === 'conflict')
    return { kind: 'conflict', text: 'Someone else saved a newer version. Your changes are not saved.' }
  const [fieldError] = error instanceof ApiError ? Object.values(error.errors) : []
  return { kind: 'other', text: fieldError?.[0] ?? textOf(error) }
}

/** All calls that change the template. One runs at a time. */
export function useEditorCalls(session: string, state: EditorState, dispatch: Dispatch<EditorAction>) {
  const [failed, setFailed] = useState<Failure & { session: string }>()
  const setFailure = (failure: Failure | undefined) => setFailed(failure && { ...failure, session })
  const [done, setDone] = useState<string>()
  const save = useMutation({ ...apiMutation('POST /api/v1/template-editor/save/', guest), meta })
  const replace = useMutation({ ...apiMutation('POST /api/v1/template-editor/replace-pdf/', guest), meta })
  const test = useMutation({ ...apiMutation('POST /api/v1/template-editor/test-send/', guest), meta })
  const load = useMutation({ mutationFn: (version?: number) => fetchDraft(session, version), meta })

  /** Resolves to whether the work succeeded. */
  const run = async (work: () => Promise<string | undefined>, textOf = errorMessage): Promise<boolean> => {
    setFailure(undefined)
    setDone(undefined)
    try {
      setDone(await work())
      return true
    } catch (error) {
      setFailure(failureOf(error, textOf))
      return false
    }
  }

  /** Returns the version. Does nothing without changes. */
  const saveFields = async (): Promise<number> => {
    const sent = state.history.fields
    if (!hasUnsavedChanges(state)) return state.version
    const draft = await save.mutateAsync({ body: { session, fields: [...sent], based_on: state.version } })
    dispatch({ type: 'saved', sent, draft })
    return draft.version
  }

  return {
    // A renewed link may succeed.
    failure: failed?.session === session ? failed : undefined,
    done,
    saving: save.isPending,
    busy: save.isPending || replace.isPending || test.isPending || load.isPending,
    save: () => {
      const problem = firstProblem(state.history.fields)
      if (problem) {
        dispatch({ type: 'select', ids: [problem.id] })
        setDone(undefined)
        setFailure({ kind: 'other', text: `Nothing was saved. ${problem.text}` })
        return Promise.resolve(false)
      }
      return run(async () => `Saved as version ${await saveFields()}.`)
    },
    replacePdf: (file: File) =>
      run(async () => {
        const based_on = await saveFields()
        const draft = await replace.mutateAsync({ body: { session, file, based_on } })
        const said = removedText(draft.removed_fields)
        dispatch({ type: 'open', draft, said })
        return said
      }),
    sendTest: () =>
      run(async () => {
        await saveFields()
        return (await test.mutateAsync({ body: { session } })).message
      }),
    loadVersion: (version: number) =>
      run(async () => {
        const { fields } = await load.mutateAsync(version)
        dispatch({ type: 'loadFields', fields, version })
        return `The fields of version ${version} are loaded. Save to use them.`
      }, readErrorMessage),
    /** After a conflict: goes on from the newest version, with its fields or the own ones. */
    takeNewest: (keepOwn: boolean) =>
      run(async () => {
        const draft = await load.mutateAsync(undefined)
        const said = `Version ${draft.version} is open.`
        dispatch(keepOwn ? { type: 'rebase', draft } : { type: 'open', draft, said })
        return keepOwn ? `Your fields are now based on version ${draft.version}. Save to use them.` : said
      }, readErrorMessage),
  }
}

export type EditorCalls = ReturnType<typeof useEditorCalls>
