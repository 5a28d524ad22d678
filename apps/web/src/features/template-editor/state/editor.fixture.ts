import type { FieldType, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import { type EditorAction, editorReducer } from './editor-reducer.ts'
import { type EditorState, openEditor } from './editor-state.ts'

export const LETTER = { width: 612, height: 792 }
export const A4 = { width: 595, height: 842 }

export const draft = (changes: Partial<TemplateDraft> = {}): TemplateDraft => ({
  id: 7,
  title: 'Official Storage Agreement',
  type: 2,
  version: 3,
  pages: [LETTER, LETTER, A4],
  fields: [],
  versions: [],
  ...changes,
})

/** The state after all actions. */
export const after = (actions: EditorAction[], start = openEditor(draft())): EditorState => actions.reduce(editorReducer, start)
export const add = (field: FieldType, x = 0.5, y = 0.5, page = 1): EditorAction => ({ type: 'add', field, page, x, y })
export const field = (changes: Partial<SigningField> & { id: string }): SigningField => ({
  type: 'text',
  role: 'patient',
  page: 1,
  x: 0.1,
  y: 0.1,
  width: 0.2,
  height: 0.02,
  required: true,
  label: '',
  ...changes,
})
export const openWith = (...fields: SigningField[]) => openEditor(draft({ fields }))
export const only = (state: EditorState): SigningField => {
  const [first] = state.history.fields
  if (!first || state.history.fields.length !== 1) throw new Error(`There are ${state.history.fields.length} fields.`)
  return first
}
export const values = (state: EditorState) => state.history.fields.map(({ value }) => value)
export const TOLERANCE = { x: 0.01, y: 0.01 }
