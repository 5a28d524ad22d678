import { createFileRoute } from '@tanstack/react-router'
import { NoticeChoices } from '#web/features/notices/notice-choices.tsx'
import { SettingsScreen } from '#web/features/sessions/settings/settings-screen.tsx'

export const Route = createFileRoute('/_app/(account)/settings')({
  component: () => <SettingsScreen choices={<NoticeChoices />} />,
})
