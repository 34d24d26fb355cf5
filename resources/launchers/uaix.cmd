@echo off
rem The command line of the installed UAIX Desktop. Words after the two dashes are never switches of Chromium.
"%~dp0..\uaix-desktop.exe" --cli -- %*
