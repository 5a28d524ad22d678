/** The state of the template editor. */
import {
  type FieldType,
  mainSignerOf,
  type PageSize,
  type SignerRole,
  signerRoles,
} from '@vialdesk/contract/documents/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import type { Guide } from './geometry.ts'
import { type Fields, type History, startHistory } from './history.ts'
import type { Carried } from './new-fields.ts'

export interface EditorState {
  title: string
  pages: readonly PageSize[]
  /** The signer who always signs. */
  mainSigner: SignerRole
  /** Only the center signs the documents of its sign-up. */
  roles: readonly SignerRole[]
  /** The newest version that this editor knows; a save is based on it. */
  version: number
  versions: TemplateDraft['versions']
  /** Increases when the pages may have changed, so that they are fetched again. */
  pdfVersion: number
  history: History
  /** The fields as they are on the server. */
  saved: Fields
  selected: readonly string[]
  /** How often fields were added: the new ones then get the focus. */
  added: number
  clipboard: Fields
  carried: Partial<Record<FieldType, Carried>>
  /** The signer of the next field. */
  role: SignerRole
  guides: { page: number; lines: readonly Guide[] }
  /** The last change in words, for screen readers. `count` tells equal messages apart. */
  said: { text: string; count: number }
}

export function openEditor(draft: TemplateDraft): EditorState {
  const role = mainSignerOf(draft.type)
  return {
    title: draft.title,
    pages: draft.pages,
    mainSigner: role,
    roles: role === 'center' ? ['center'] : signerRoles,
    version: draft.version,
    versions: draft.versions,
    pdfVersion: draft.version,
    history: startHistory(draft.fields),
    saved: draft.fields,
    selected: [],
    added: 0,
    clipboard: [],
    carried: {},
    role,
    guides: { page: 0, lines: [] },
    said: { text: '', count: 0 },
  }
}

export const hasUnsavedChanges = ({ history, saved }: EditorState) => history.fields !== saved

export const selectedFields = ({ history, selected }: EditorState) => history.fields.filter(({ id }) => selected.includes(id))
