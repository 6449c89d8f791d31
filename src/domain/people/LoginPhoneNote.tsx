/** Remarks that somebody still signs in with another phone, which only they can change. */
export const LoginPhoneNote = ({ flag }: { flag: string }) =>
  flag === '1' && <div className="grey">待本人修改登录手机：这个人在别的单位也有身份，登录手机由本人在个人中心修改。</div>
