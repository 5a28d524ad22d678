import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllSalesScreen } from '#web/features/sales/all-sales-screen.tsx'
import { useAccountList } from './-account-list.tsx'

const account = { kind: 'sales', label: 'Add Sales Person', icon: IconUserPlus } as const

export const Route = createFileRoute('/_app/(people)/all-sales')({
  component: () => <AllSalesScreen {...useAccountList(account)} />,
})
