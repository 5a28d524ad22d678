import { Modal } from '@mantine/core'
import type { ComponentType } from 'react'
import { AddHarvestCenterForm, AddReferralCenterForm } from './add-center-forms.tsx'
import { AddLabForm, AddPatientForm, AddSalesPersonForm } from './add-person-forms.tsx'

const kinds = {
  patient: { title: 'Add Patient', Form: AddPatientForm },
  'harvest-center': { title: 'Add Harvest Center', Form: AddHarvestCenterForm },
  'referral-center': { title: 'Add Referral Center', Form: AddReferralCenterForm },
  lab: { title: 'Add Lab', Form: AddLabForm },
  sales: { title: 'Add Sales Person', Form: AddSalesPersonForm },
} satisfies Record<string, { title: string; Form: ComponentType<{ onClose: () => void }> }>

export type NewAccount = keyof typeof kinds

export interface NewAccountProps {
  /** Which of the forms is open. */
  open: NewAccount | undefined
  /** Closes the form; asks first when it has changes. */
  onClose: () => void
}

export function NewAccountDialogs({ open, onClose }: NewAccountProps) {
  return Object.entries(kinds).map(([kind, { title, Form }]) => (
    <Modal key={kind} opened={open === kind} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Form onClose={onClose} />
    </Modal>
  ))
}
