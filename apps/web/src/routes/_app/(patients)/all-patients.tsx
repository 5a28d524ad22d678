import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { useAccountList } from '#web/routes/_app/(people)/-account-list.tsx'

const account = { kind: 'patient', label: 'Add Patient', icon: IconUserPlus, firstTab: 'lab' } as const

export const Route = createFileRoute('/_app/(patients)/all-patients')({
  component: () => <AllPatientsScreen {...useAccountList(account)} />,
})
