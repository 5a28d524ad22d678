import { Modal } from '@mantine/core'
import { AddHarvestCenterForm } from './add-harvest-center-form.tsx'
import { AddLabForm } from './add-lab-form.tsx'
import { AddPatientForm } from './add-patient-form.tsx'

export type NewAccount = 'patient' | 'harvest-center' | 'lab'

interface Props {
  /** Which of the forms is open. */
  open: NewAccount | undefined
  /** Closes the form; asks first when it has changes. */
  onClose: () => void
}

export function NewAccountModals({ open, onClose }: Props) {
  return (
    <>
      <Modal opened={open === 'patient'} onClose={onClose} title="Add Patient" size="lg" closeOnClickOutside={false}>
        <AddPatientForm onClose={onClose} />
      </Modal>
      <Modal
        opened={open === 'harvest-center'}
        onClose={onClose}
        title="Add Harvest Center"
        size="lg"
        closeOnClickOutside={false}
      >
        <AddHarvestCenterForm onClose={onClose} />
      </Modal>
      <Modal opened={open === 'lab'} onClose={onClose} title="Add Lab" size="lg" closeOnClickOutside={false}>
        <AddLabForm onClose={onClose} />
      </Modal>
    </>
  )
}
