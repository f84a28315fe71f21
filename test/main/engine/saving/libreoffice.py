"""Writes a document in LibreOffice and saves it, once for each text given: PIPE-NAME PROFILE-FOLDER PATH TEXT..."""
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

pipe, profile, path, *texts = sys.argv[1:]
office = subprocess.Popen([
    "soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation={uno.systemPathToFileUrl(profile)}",
    f"--accept=pipe,name={pipe};urp;",
])
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = None
while context is None:
    try:
        context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    except NoConnectException:
        if office.poll() not in (None, 81):
            sys.exit(f"soffice ended with {office.returncode}")
        time.sleep(0.2)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, ())
address = uno.systemPathToFileUrl(path)
for index, text in enumerate(texts):
    document.Text.insertString(document.Text.End, text + "\n", False)
    if index == 0:
        format_ = PropertyValue()
        format_.Name = "FilterName"
        format_.Value = "writer8"
        document.storeAsURL(address, (format_,))
    else:
        document.store()
    print(f"saved {index + 1}", flush=True)
    # The test says when to go on: each save is to be a version of its own.
    sys.stdin.readline()
document.close(True)
try:
    desktop.terminate()
except Exception:
    pass
office.wait(30)
