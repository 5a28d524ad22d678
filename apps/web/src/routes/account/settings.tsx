import { NoticeChoices } from '#web/features/notices/notice-choices.tsx'
import { SettingsScreen } from '#web/features/sessions/settings/settings-screen.tsx'

export const Settings = () => <SettingsScreen choices={<NoticeChoices />} />
