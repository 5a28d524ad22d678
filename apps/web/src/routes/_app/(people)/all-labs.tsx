import { IconMicroscope } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllLabsScreen } from '#web/features/centers/all-centers-screen.tsx'
import { useAccountList } from './-account-list.tsx'

const account = { kind: 'lab', label: 'Add Lab', icon: IconMicroscope } as const

export const Route = createFileRoute('/_app/(people)/all-labs')({
  component: () => <AllLabsScreen {...useAccountList(account)} />,
})
