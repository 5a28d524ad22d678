import { createFileRoute } from '@tanstack/react-router'
import { ContactScreen } from '#web/features/notices/contact-screen.tsx'

export const Route = createFileRoute('/_app/(account)/contact')({ component: ContactScreen })
