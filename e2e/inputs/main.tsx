import { nonce } from '#web/nonce.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { signin } from '#features/common/user/signin.contract.ts'
import { prefer } from '#features/user/prefer/prefer.contract.ts'
import { user } from '#features/user/user/user.contract.ts'
import { queries } from '#web/api.ts'
import { MeContext, type User } from '#web/me.tsx'
import { readPreferences } from '#web/preference.ts'
import { send } from '#web/send.ts'
import { keepSession } from '#web/session.ts'
import { useTheme } from '#web/theme.ts'
import Toasts from '#web/Toasts.tsx'
import '#web/tokens.css'
import '#web/base.css'
import '#web/style.css'
import { FormStage } from './FormStage.tsx'
import { Stage } from './Stage.tsx'

/** The stage of the input tests: never part of the product. */
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
