import { createFileRoute } from '@tanstack/react-router'
import { CardsScreen } from '#web/features/cards/cards-screen.tsx'

export const Route = createFileRoute('/_app/(account)/hc-payments')({ component: CardsScreen })
