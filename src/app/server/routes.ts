import { admnareaHandlers } from '#features/common/admnarea/admnarea.handlers.ts'
import { billtypeHandlers } from '#features/ecb/billtype/billtype.handlers.ts'
import { billHandlers } from '#features/ent/bill/bill.handlers.ts'
import { userBillHandlers } from '#features/user/bill/bill.handlers.ts'
import { gateCodeHandlers } from '#features/ent/vst/gate/vst.codes.handlers.ts'
import { vstHandlers } from '#features/ent/vst/vst.handlers.ts'
import { chnHandlers } from '#features/ent/chn/chn.handlers.ts'
import { msgtmplHandlers } from '#features/ent/msgtmpl/msgtmpl.handlers.ts'
import { hndHandlers } from '#features/ent/hnd/hnd.handlers.ts'
import { propHandlers } from '#features/ent/prop/prop.handlers.ts'
import { lveHandlers } from '#features/ent/lve/lve.handlers.ts'
import { flowHandlers } from '#features/ent/flow/flow.handlers.ts'
import { prcHandlers } from '#features/user/prc/prc.handlers.ts'
import { tskHandlers } from '#features/user/tsk/tsk.handlers.ts'
import { delegationHandlers } from '#features/user/tsk/delegations/tsk.delegations.handlers.ts'
import { ansHandlers } from '#features/user/ans/ans.handlers.ts'
import { mPrcHandlers } from '#features/m/prc/prc.handlers.ts'
import { mAnsHandlers } from '#features/m/ans/ans.handlers.ts'
import { mFillHandlers } from '#features/m/fill/fill.handlers.ts'
import { msgHandlers } from '#features/ent/msg/msg.handlers.ts'
import { prefHandlers } from '#features/user/pref/pref.handlers.ts'
import { boxHandlers } from '#features/user/box/box.handlers.ts'
import { mtgHandlers } from '#features/ent/mtg/mtg.handlers.ts'
import { meetingMinutesHandlers } from '#features/ent/mtg/minutes/mtg.minutes.handlers.ts'
import { meetingRoomHandlers } from '#features/ent/mtg/rooms/mtg.rooms.handlers.ts'
import { mSignHandlers } from '#features/m/sign/sign.handlers.ts'
import { pushHandlers } from '#features/user/push/push.handlers.ts'
import { mNoticeHandlers } from '#features/m/notice/notice.handlers.ts'
import { mHostHandlers } from '#features/m/host/host.handlers.ts'
import { mVisitHandlers } from '#features/m/visit/visit.handlers.ts'
import { actHandlers } from '#features/vam/act/act.handlers.ts'
import { regHandlers } from '#features/vam/reg/reg.handlers.ts'
import { wrkHandlers } from '#features/vam/wrk/wrk.handlers.ts'
import { codegnrtHandlers } from '#features/ecb/codegnrt/codegnrt.handlers.ts'
import { entinfoHandlers } from '#features/ecb/entinfo/entinfo.handlers.ts'
import { catalogueInfoHandlers } from '#features/ecb/info/info.handlers.ts'
import { accountHandlers } from '#features/ecb/user/account.handlers.ts'
import { sessionHandlers } from '#features/user/session/session.handlers.ts'
import { userLgnHandlers } from '#features/user/userlgn/userlgn.handlers.ts'
import { empdatapwrHandlers } from '#features/ent/empdatapwr/empdatapwr.handlers.ts'
import { emppwrHandlers } from '#features/ent/emppwr/emppwr.handlers.ts'
import { reasonHandlers } from '#features/ent/reason/reason.handlers.ts'
import { codeSignInHandlers } from '#features/common/user/codes.handlers.ts'
import { captchaHandlers } from '#features/common/user/captcha.handlers.ts'
import { externalSignInHandlers } from '#features/common/user/externalSignIn.handlers.ts'
import { signinHandlers } from '#features/common/user/signin.handlers.ts'
import { entactHandlers } from '#features/ecb/entact/entact.handlers.ts'
import { payitemHandlers } from '#features/ecb/payitem/payitem.handlers.ts'
import { enterpriseSettingsHandlers } from '#features/ecb/entcfg/entcfg.handlers.ts'
import { getcfgHandlers } from '#features/ecb/getcfg/getcfg.handlers.ts'
import { pbccfgHandlers } from '#features/ecb/pbccfg/pbccfg.handlers.ts'
import { emparchHandlers } from '#features/ecb/emparch/emparch.handlers.ts'
import { edcarchHandlers } from '#features/ent/edcarch/edcarch.handlers.ts'
import { scharchHandlers } from '#features/ent/scharch/scharch.handlers.ts'
import { entmdlHandlers } from '#features/ecb/entmdl/entmdl.handlers.ts'
import { entHandlers } from '#features/ecb/ent/ent.handlers.ts'
import { ownEntHandlers } from '#features/ent/ent/ent.handlers.ts'
import { idntHandlers } from '#features/ecb/idnt/idnt.handlers.ts'
import { mdlHandlers } from '#features/ecb/mdl/mdl.handlers.ts'
import { pwrHandlers } from '#features/ecb/pwr/pwr.handlers.ts'
import { empgrpHandlers } from '#features/ent/empgrp/empgrp.handlers.ts'
import { empHandlers } from '#features/ent/emp/emp.handlers.ts'
import { entcfgHandlers } from '#features/ent/entcfg/entcfg.handlers.ts'
import { erasureHandlers } from '#features/ent/erasure/erasure.handlers.ts'
import { historyHandlers } from '#features/ent/history/history.handlers.ts'
import { impHandlers } from '#features/ent/imp/imp.handlers.ts'
import { infoHandlers } from '#features/ent/info/info.handlers.ts'
import { ownMdlHandlers } from '#features/ent/mdl/mdl.handlers.ts'
import { orgHandlers } from '#features/ent/org/org.handlers.ts'
import { photoHandlers } from '#features/ent/photo/photo.handlers.ts'
import { datacheckHandlers } from '#features/ent/datacheck/datacheck.handlers.ts'
import { duplicateHandlers } from '#features/ent/duplicate/duplicate.handlers.ts'
import { rolloverHandlers } from '#features/ent/rollover/rollover.handlers.ts'
import { uploadHandlers } from '#features/file/upload/upload.handlers.ts'
import { userCfgHandlers } from '#features/user/cfg/cfg.handlers.ts'
import { draftHandlers } from '#features/user/draft/draft.handlers.ts'
import { homeHandlers } from '#features/user/home/home.handlers.ts'
import { preferHandlers } from '#features/user/prefer/prefer.handlers.ts'
import { searchHandlers } from '#features/user/search/search.handlers.ts'
import { userMdlHandlers } from '#features/user/mdl/mdl.handlers.ts'
import { userHandlers } from '#features/user/user/user.handlers.ts'
import { edcunitHandlers } from '#features/ent/edcunit/edcunit.handlers.ts'
import { entroleHandlers } from '#features/ecb/entrole/entrole.handlers.ts'
import { pbcroleHandlers } from '#features/ecb/pbcrole/pbcrole.handlers.ts'
import { emproleHandlers } from '#features/ent/emprole/emprole.handlers.ts'
import { roleHandlers } from '#features/ent/role/role.handlers.ts'
import { rolepwrHandlers } from '#features/ent/rolepwr/rolepwr.handlers.ts'
import { ptrarchHandlers } from '#features/ecb/ptrarch/ptrarch.handlers.ts'
import { ptrHandlers } from '#features/ent/ptr/ptr.handlers.ts'
import { stuHandlers } from '#features/ent/stu/stu.handlers.ts'
import { stuarchHandlers } from '#features/ent/stuarch/stuarch.handlers.ts'
import { stuptrHandlers } from '#features/ent/stuptr/stuptr.handlers.ts'
import { resHandlers } from '#features/res/res/res.handlers.ts'
import { resclsHandlers } from '#features/res/rescls/rescls.handlers.ts'
import type { Served } from '#server/call/serve.ts'

/** Lists every call that is served, from URL to folder. */
export const routes: Served[] = [
  ...signinHandlers,
  ...captchaHandlers,
  ...codeSignInHandlers,
  ...externalSignInHandlers,
  ...userHandlers,
  ...userMdlHandlers,
  ...userCfgHandlers,
  ...userLgnHandlers,
  ...sessionHandlers,
  ...preferHandlers,
  ...homeHandlers,
  ...searchHandlers,
  ...draftHandlers,
  ...accountHandlers,
  ...infoHandlers,
  ...catalogueInfoHandlers,
  ...entinfoHandlers,
  ...codegnrtHandlers,
  ...billtypeHandlers,
  ...billHandlers,
  ...userBillHandlers,
  ...vstHandlers,
  ...gateCodeHandlers,
  ...mVisitHandlers,
  ...mHostHandlers,
  ...mNoticeHandlers,
  ...chnHandlers,
  ...msgHandlers,
  ...hndHandlers,
  ...lveHandlers,
  ...flowHandlers,
  ...propHandlers,
  ...prcHandlers,
  ...tskHandlers,
  ...delegationHandlers,
  ...ansHandlers,
  ...mAnsHandlers,
  ...mFillHandlers,
  ...mPrcHandlers,
  ...msgtmplHandlers,
  ...boxHandlers,
  ...prefHandlers,
  ...pushHandlers,
  ...mtgHandlers,
  ...meetingRoomHandlers,
  ...meetingMinutesHandlers,
  ...mSignHandlers,
  ...actHandlers,
  ...regHandlers,
  ...wrkHandlers,
  ...entcfgHandlers,
  ...pbccfgHandlers,
  ...enterpriseSettingsHandlers,
  ...getcfgHandlers,
  ...entHandlers,
  ...ownEntHandlers,
  ...idntHandlers,
  ...mdlHandlers,
  ...pwrHandlers,
  ...entmdlHandlers,
  ...ownMdlHandlers,
  ...orgHandlers,
  ...empHandlers,
  ...empgrpHandlers,
  ...roleHandlers,
  ...rolepwrHandlers,
  ...emproleHandlers,
  ...pbcroleHandlers,
  ...entroleHandlers,
  ...rolloverHandlers,
  ...duplicateHandlers,
  ...datacheckHandlers,
  ...photoHandlers,
  ...impHandlers,
  ...emppwrHandlers,
  ...empdatapwrHandlers,
  ...reasonHandlers,
  ...historyHandlers,
  ...erasureHandlers,
  ...uploadHandlers,
  ...admnareaHandlers,
  ...entactHandlers,
  ...payitemHandlers,
  ...emparchHandlers,
  ...ptrHandlers,
  ...stuHandlers,
  ...stuarchHandlers,
  ...stuptrHandlers,
  ...ptrarchHandlers,
  ...scharchHandlers,
  ...edcarchHandlers,
  ...edcunitHandlers,
  ...resclsHandlers,
  ...resHandlers,
]
