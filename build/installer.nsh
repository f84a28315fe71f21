; Our own parts of the NSIS installer, taken in by electron-builder's script. test/scripts/packaging/installer.test.ts compiles and runs them.

; Must match callbackScheme in main/sign-in/deep-link.ts.
!define SIGN_IN_SCHEME "com.matterline.desktop"
!define SIGN_IN_KEY "Software\Classes\${SIGN_IN_SCHEME}"
!define SIGN_IN_COMMAND '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${SIGN_IN_KEY}" "" "URL:Matterline sign-in"
  WriteRegStr SHELL_CONTEXT "${SIGN_IN_KEY}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${SIGN_IN_KEY}\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "${SIGN_IN_KEY}\shell\open\command" "" '${SIGN_IN_COMMAND}'
!macroend

!macro customUnInstall
  ; An update uninstalls the older version first: nothing of the person's may change by it.
  ${ifNot} ${isUpdated}
    ; Another installation may have the scheme by now.
    ReadRegStr $0 SHELL_CONTEXT "${SIGN_IN_KEY}\shell\open\command" ""
    ${if} $0 == '${SIGN_IN_COMMAND}'
      DeleteRegKey SHELL_CONTEXT "${SIGN_IN_KEY}"
    ${endIf}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    ; Matter folders are the person's own and never touched. A silent uninstallation keeps everything.
    ${if} ${FileExists} "$APPDATA\${PRODUCT_NAME}\*.*"
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "Your matter folders and the documents in them stay as they are.$\r$\n$\r$\nRemove what Matterline keeps for itself on this computer too: earlier versions, the custody log, and saves that are not filed yet? Saves that are not filed would exist only in your matter folders.$\r$\n$\r$\nIf you are not sure, choose No." /SD IDNO IDNO keepData
      RMDir /r "$APPDATA\${PRODUCT_NAME}"
      keepData:
    ${endIf}
  ${endIf}
!macroend
