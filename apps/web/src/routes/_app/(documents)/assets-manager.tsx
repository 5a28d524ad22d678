import { createFileRoute } from '@tanstack/react-router'
import { AssetsScreen } from '#web/features/resources/assets/assets-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/assets-manager')({ component: AssetsScreen })
