"""Policy as code for AI on Azure: rules that hold for any program that uses azure-native."""
