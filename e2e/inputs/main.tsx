import '#web/theme/layers.css'
import { nonce } from '#web/api/nonce.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { signin } from '#contract/shell/signin.contract.ts'
import { prefer } from '#contract/shell/prefer.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { queries } from '#web/api/api.ts'
import { MeContext, type User } from '#web/api/me.tsx'
import { readPreferences } from '#web/api/preference.ts'
import { send } from '#web/api/send.ts'
import { keepSession } from '#web/api/session.ts'
import { useTheme } from '#web/theme/theme.ts'
import Toasts from '#web/feedback/Toasts.tsx'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/theme/style.css'
import { FormStage } from './FormStage.tsx'
import { Stage } from './Stage.tsx'

/** Draws the stage of the input tests: never part of the product. */
function Page({ me }: { me: User }) {
  const theme = useTheme()
  return (
    <ConfigProvider locale={zhCN} theme={theme} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queries}>
        <MeContext value={me}>
          <Toasts />
          {location.hash === '#form' ? <FormStage /> : <Stage />}
        </MeContext>
      </QueryClientProvider>
    </ConfigProvider>
  )
}

const { result } = await send(signin.login, { name: 'school', pwd: 'Campus2026' })
keepSession(result, result.user)
const { result: me } = await send(user.get, {})
readPreferences((await send(prefer.getlist, {})).result, true)
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Page me={{ ...me, cfgData: { FILE_MAX: '1024' } }} />
  </StrictMode>,
)
