import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { useRepChoices, useTagChoices } from '#web/entities/user/user-choices.ts'
import type { Choices } from '#web/lib/forms/choices.ts'

export type BulkFormName = 'add_tag' | 'remove_tag' | 'set_rep' | 'set_center'

interface BulkFormText {
  /** Names the menu item, the dialog and its button. */
  title: string
  field: 'tag' | 'saless_rep_id' | 'harvest_center_id'
  label: string
  useChoices: () => Choices
  /** The question before an empty field takes the rep or center away from the users. A tag is required. */
  removal?: string
  description?: string
}

/** The changes of many users that need a value. */
export const bulkForms: Record<BulkFormName, BulkFormText> = {
  add_tag: { title: 'Add tag', field: 'tag', label: 'Tag', useChoices: useTagChoices },
  remove_tag: { title: 'Remove tag', field: 'tag', label: 'Tag', useChoices: useTagChoices },
  set_rep: {
    title: 'Set sales rep',
    field: 'saless_rep_id',
    label: 'Sales rep',
    useChoices: useRepChoices,
    removal: 'Remove the sales rep?',
    description: 'Only patients and centers have a sales rep. Leave it empty to remove the sales rep.',
  },
  set_center: {
    title: 'Set harvest center',
    field: 'harvest_center_id',
    label: 'Harvest center',
    useChoices: useCenterChoices,
    removal: 'Remove the harvest center?',
    description: 'Only patients have a harvest center. Leave it empty to remove the harvest center.',
  },
}

export const usersText = (count: number) => (count === 1 ? '1 user' : `${count} users`)
